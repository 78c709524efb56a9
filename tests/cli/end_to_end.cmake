# The program as a user starts it: usage, matrices, faults, interruptions, answers. Labelled slow
# where whole runs are measured.
find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)

function(steelyard_end_to_end_test name)
  add_test(NAME cli.end_to_end.${name} COMMAND ${Python3_EXECUTABLE} -m unittest test_${name}
           WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR})
  set_tests_properties(cli.end_to_end.${name} PROPERTIES TIMEOUT 1800 ENVIRONMENT
    "STEELYARD_BINARY=$<TARGET_FILE:steelyard>;STEELYARD_CPP_SUBJECT=$<TARGET_FILE:steelyard-subject-cpp>;STEELYARD_FAULTY_SUBJECT=$<TARGET_FILE:faulty-subject>")
  set_tests_properties(cli.end_to_end.${name} PROPERTIES LABELS "${ARGN}")
endfunction()

foreach(name usage matrices)
  steelyard_end_to_end_test(${name} cli)
endforeach()
foreach(name faults interruptions answer foreign_text)
  steelyard_end_to_end_test(${name} cli slow)
endforeach()
