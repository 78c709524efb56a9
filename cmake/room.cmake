# steelyard_room(NAME SOURCES... USES libraries...): the static library of one room under src/,
# included as <room>/<file>.hpp. What a room may use is checked by tools/check_rooms.py.
function(steelyard_room name)
  cmake_parse_arguments(room "" "" "SOURCES;USES" ${ARGN})
  add_library(steelyard_${name} STATIC ${room_SOURCES})
  target_compile_features(steelyard_${name} PUBLIC cxx_std_20)
  target_include_directories(steelyard_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(steelyard_${name} PUBLIC ${room_USES} PRIVATE steelyard_warnings)
endfunction()

# steelyard_test(ROOM/NAME USES libraries...): builds tests/ROOM/NAME_test.cpp, which mirrors
# src/ROOM/NAME. CTest names are "ROOM.NAME/suite.case"; label "unit".
function(steelyard_test path)
  cmake_parse_arguments(test "" "" "USES" ${ARGN})
  string(REPLACE "/" "." name ${path})
  add_executable(${name}_test ${PROJECT_SOURCE_DIR}/tests/${path}_test.cpp)
  target_compile_features(${name}_test PRIVATE cxx_std_20)
  target_include_directories(${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name}_test PRIVATE ${test_USES} GTest::gtest_main steelyard_warnings)
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}/" PROPERTIES LABELS unit)
endfunction()
