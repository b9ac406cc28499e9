# Rooms: folders whose sources may include only headers of rooms below. The build checks it.

# Declares the folder NAME (from the top of the project) with all below it that is no room itself. SEES: the rooms
# whose headers it may include, with the rooms in them; those of the engine without "engine/".
function(revisit_room NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "" "SEES")
  set(seen)
  foreach(room IN LISTS ROOM_SEES)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/engine/${room})
      list(APPEND seen engine/${room})
    else()
      list(APPEND seen ${room})
    endif()
  endforeach()
  list(JOIN seen " " seen)
  set_property(GLOBAL APPEND PROPERTY REVISIT_ROOMS "${NAME}: ${seen}")
endfunction()

# To be called when all rooms are declared.
function(revisit_check_rooms)
  get_property(rooms GLOBAL PROPERTY REVISIT_ROOMS)
  list(JOIN rooms "\n" rooms)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/rooms.txt CONTENT "${rooms}\n")
  set(patterns)
  foreach(top app engine lldb-plugin)
    list(APPEND patterns ${PROJECT_SOURCE_DIR}/${top}/*.h ${PROJECT_SOURCE_DIR}/${top}/*.cpp)
  endforeach()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${patterns})
  set(script ${PROJECT_SOURCE_DIR}/resources/cmake/check_rooms.cmake)
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/rooms.stamp
                     COMMAND ${CMAKE_COMMAND} -DTOP=${PROJECT_SOURCE_DIR} -DROOMS=${CMAKE_BINARY_DIR}/rooms.txt
                             -P ${script}
                     COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/rooms.stamp
                     DEPENDS ${sources} ${script} ${CMAKE_BINARY_DIR}/rooms.txt
                     COMMENT "Checking that includes point downwards" VERBATIM)
  add_custom_target(revisit_rooms ALL DEPENDS ${CMAKE_BINARY_DIR}/rooms.stamp)
endfunction()
