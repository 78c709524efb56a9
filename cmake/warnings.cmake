# steelyard_warnings: linked PRIVATE by every target of ours, never exported.
add_library(steelyard_warnings INTERFACE)
target_compile_options(steelyard_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wcast-qual
  -Wcast-align -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wformat=2 -Wundef
  -Wextra-semi -Wimplicit-fallthrough
  $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast>
  # Optimising, GCC 12 sees overlaps and uninitialised reads inside its own std::string that cannot
  # happen (GCC bugs 105651, 105562); the sanitizer builds look for the real ones.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-maybe-uninitialized>
  $<$<BOOL:${STEELYARD_WERROR}>:-Werror>)
