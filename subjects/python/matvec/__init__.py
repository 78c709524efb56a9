# SPDX-License-Identifier: Apache-2.0
"""The Python implementations of the matvec study, one file each; catalogue.py lists them."""
