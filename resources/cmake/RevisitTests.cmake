# Explorations as tests of CTest.

function(_revisit_refuse what)
  message(FATAL_ERROR "${what}")
endfunction()

# Checks common to both commands: no unknown argument, no keyword without a value, a valid timeout.
macro(_revisit_check_arguments call)
  if(ARG_UNPARSED_ARGUMENTS)
    _revisit_refuse("${call}: unknown: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(ARG_KEYWORDS_MISSING_VALUES)
    _revisit_refuse("${call}: nothing follows ${ARG_KEYWORDS_MISSING_VALUES}")
  endif()
  if(DEFINED ARG_TIMEOUT AND NOT ARG_TIMEOUT MATCHES "^[1-9][0-9]*$")
    _revisit_refuse("${call}: TIMEOUT is a whole number of seconds, not '${ARG_TIMEOUT}'")
  endif()
  if(NOT CMAKE_TESTING_ENABLED AND (NOT DEFINED BUILD_TESTING OR BUILD_TESTING))
    message(WARNING "${call}: there will be no such test: enable_testing() comes later, or not at all")
  endif()
endmacro()

function(_revisit_check_executable call target)
  if(NOT TARGET "${target}")
    _revisit_refuse("${call}: there is no target '${target}'; add_executable(${target} ...) comes first")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  if(NOT type STREQUAL "EXECUTABLE")
    _revisit_refuse("${call}: '${target}' is no executable; only programs can be explored")
  endif()
  if(imported)
    _revisit_refuse("${call}: '${target}' is imported; it must be built in this project to be explored")
  endif()
endfunction()

# revisit_add_check(name TARGET target | SOURCES file...
#                   [EXPECT safe|bug|incomplete] [OPTIONS option...] [ARGS argument...] [TIMEOUT seconds]
#                   [LABELS label...])
# Adds the test `name`: it explores the program with `revisit check OPTIONS` and passes when the verdict is EXPECT (safe).
# TARGET, complete when this is called, is built a second time with Revisit's compilers, as target.revisit, with its
# assertions whatever the configuration; a project built with CXX=revisit-c++ uses it as it is. ARGS go to the program.
# An exploration that takes longer than TIMEOUT is incomplete. A failed test shows the interleaving and names the witness,
# which lies below the build folder.
function(revisit_add_check name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TARGET;EXPECT;TIMEOUT" "SOURCES;OPTIONS;ARGS;LABELS")
  set(call "revisit_add_check(${name})")
  _revisit_check_arguments("${call}")
  if((DEFINED ARG_TARGET AND DEFINED ARG_SOURCES) OR (NOT DEFINED ARG_TARGET AND NOT DEFINED ARG_SOURCES))
    _revisit_refuse("${call}: either TARGET or SOURCES says what is explored")
  endif()
  if(NOT DEFINED ARG_EXPECT)
    set(ARG_EXPECT safe)
  elseif(NOT ARG_EXPECT MATCHES "^(safe|bug|incomplete)$")
    _revisit_refuse("${call}: EXPECT is safe, bug or incomplete, not '${ARG_EXPECT}'")
  endif()
  if(DEFINED BUILD_TESTING AND NOT BUILD_TESTING)
    return()
  endif()

  if(DEFINED ARG_TARGET)
    _revisit_check_executable("${call}" "${ARG_TARGET}")
    _revisit_instrumented(program ${ARG_TARGET} revisit)
  else()
    set(program ${name}.revisit)
    if(TARGET ${program})
      _revisit_refuse("${call}: the program of another check is called so; take another name")
    endif()
    add_executable(${program} ${ARG_SOURCES})
    _revisit_use_compilers(${program} ${name} revisit)
  endif()

  set(witnesses "${CMAKE_CURRENT_BINARY_DIR}/revisit/witnesses/${name}")
  set(command "${Revisit_CMAKE_DIR}/revisit-expect" ${ARG_EXPECT} "${witnesses}" $<TARGET_FILE:Revisit::revisit> check
              --no-progress --witness "${witnesses}" ${ARG_OPTIONS})
  if(DEFINED ARG_TIMEOUT)
    list(APPEND command --timeout ${ARG_TIMEOUT})
  endif()
  list(APPEND command $<TARGET_FILE:${program}>)
  if(DEFINED ARG_ARGS)
    list(APPEND command -- ${ARG_ARGS})
  endif()
  add_test(NAME ${name} COMMAND ${command})
  _revisit_limit("${ARG_TIMEOUT}" "${ARG_LABELS}" properties)
  if(properties)
    set_tests_properties(${name} PROPERTIES ${properties})
  endif()
endfunction()

# Sets CTest's timeout. It is longer than the exploration's, so that it only ends a test whose exploration did not stop
# by itself.
function(_revisit_limit timeout labels out)
  set(properties)
  if(timeout)
    math(EXPR limit "${timeout} + 60")
    list(APPEND properties TIMEOUT ${limit})
  endif()
  if(labels)
    string(REPLACE ";" "\\;" labels "${labels}")
    list(APPEND properties LABELS "${labels}")
  endif()
  set(${out} "${properties}" PARENT_SCOPE)
endfunction()

# revisit_add_model_tests(target [OPTIONS option...] [TIMEOUT seconds] [LABELS label...])
# The REVISIT_MODEL_TESTs (<revisit/model_test.h>) of an executable that links GoogleTest and its main are explored when
# they run, each with `revisit check OPTIONS`, and are tests of CTest. The executable, complete when this is called, is
# built a second time without GoogleTest, as target.revisit-model: that program runs the body of one of them.
function(revisit_add_model_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "TIMEOUT" "OPTIONS;LABELS")
  set(call "revisit_add_model_tests(${target})")
  _revisit_check_arguments("${call}")
  _revisit_check_executable("${call}" "${target}")
  _revisit_is_compiler(whole)
  if(whole)
    _revisit_refuse("${call}: model tests are run by a program that your ordinary compiler builds; configure without "
                    "CXX=revisit-c++")
  endif()

  target_include_directories(${target} PRIVATE "${Revisit_PREFIX}/include")
  _revisit_instrumented(program ${target} revisit-model)
  target_sources(${program} PRIVATE "${Revisit_PIECES}/model/main.cpp")
  add_dependencies(${target} ${program})
  set(options ${ARG_OPTIONS})
  if(DEFINED ARG_TIMEOUT)
    list(APPEND options --timeout=${ARG_TIMEOUT})
  endif()
  list(TRANSFORM options REPLACE "'" "'\\\\''")
  list(TRANSFORM options REPLACE "(.+)" "'\\1'")
  list(JOIN options " " options)
  set(witnesses "${CMAKE_CURRENT_BINARY_DIR}/revisit-model/witnesses/${target}")
  file(MAKE_DIRECTORY "${witnesses}")
  target_compile_definitions(${target} PRIVATE
    "REVISIT_MODEL_COMMAND=\"$<TARGET_FILE:Revisit::revisit>\"" "REVISIT_MODEL_PROGRAM=\"$<TARGET_FILE:${program}>\""
    "REVISIT_MODEL_WITNESSES=\"${witnesses}\"" "REVISIT_MODEL_OPTIONS=\"${options}\"")

  include(GoogleTest)
  _revisit_limit("${ARG_TIMEOUT}" "${ARG_LABELS}" properties)
  if(properties)
    set(properties PROPERTIES ${properties})
  endif()
  gtest_discover_tests(${target} DISCOVERY_TIMEOUT 60 ${properties})
endfunction()
