# steelyard_room(NAME SOURCES... USES libraries...): the static library of one room under src/,
# included as <room>/<file>.hpp. What a room may use is checked by tools/check_rooms.py.
function(steelyard_room name)
  cmake_parse_arguments(room "" "" "SOURCES;USES" ${ARGN})
  add_library(steelyard_${name} STATIC ${room_SOURCES})
  target_compile_features(steelyard_${name} PUBLIC cxx_std_20)
  target_include_directories(steelyard_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(steelyard_${name} PUBLIC ${room_USES} PRIVATE steelyard_warnings)
  set_target_properties(steelyard_${name} PROPERTIES
    UNITY_BUILD ${STEELYARD_UNITY} UNITY_BUILD_BATCH_SIZE 8)
endfunction()

# steelyard_test(ROOM/NAME USES libraries... [LABEL label]): builds tests/ROOM/NAME_test.cpp, which
# mirrors src/ROOM/NAME. CTest names are "ROOM.NAME/suite.case". The label is one of (CMake 3.25 gives
# discovered tests one only):
#   unit  the default
#   tsan  has threads of ours in it and runs under the thread sanitizer too
#   slow  left out by `./steelyard test --quick`
function(steelyard_test path)
  cmake_parse_arguments(test "" "LABEL" "USES" ${ARGN})
  if(NOT test_LABEL)
    set(test_LABEL unit)
  endif()
  string(REPLACE "/" "." name ${path})
  add_executable(${name}_test ${PROJECT_SOURCE_DIR}/tests/${path}_test.cpp)
  target_compile_features(${name}_test PRIVATE cxx_std_20)
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name}_test PRIVATE ${test_USES} GTest::gtest_main steelyard_warnings)
  # What is tested is as fast as in the release; the tests themselves need not be.
  target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1>)
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}/" DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${test_LABEL})
  if(test_LABEL STREQUAL tsan)
    if(NOT TARGET tsan_tests)
      add_custom_target(tsan_tests)
    endif()
    add_dependencies(tsan_tests ${name}_test)
  endif()
endfunction()

# steelyard_script_test(ROOM/NAME [LABELS labels...]): runs tests/ROOM/NAME_test.py, a unittest of the
# standard library, as the CTest "ROOM.NAME", from the root of the repository. STEELYARD_BUILD holds
# the build folder. The system's Python comes first: a version manager's may lack jsonschema.
function(steelyard_script_test path)
  cmake_parse_arguments(test "" "" "LABELS" ${ARGN})
  string(REPLACE "/" "." name ${path})
  find_program(STEELYARD_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(STEELYARD_PYTHON3 python3 REQUIRED)
  add_test(NAME ${name} COMMAND ${STEELYARD_PYTHON3} ${PROJECT_SOURCE_DIR}/tests/${path}_test.py
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${test_LABELS}"
    ENVIRONMENT "STEELYARD_BUILD=${PROJECT_BINARY_DIR};PYTHONDONTWRITEBYTECODE=1")
endfunction()
