# What a C++ program sees: heed::heed, as an installed package or as a folder of its own project, and the public headers
# as "heed/NAME.h". They include one another by paths that hold in every folder.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(HEED_PUBLIC_HEADERS attention.h cache.h layer_problem.h problem.h self_attention.h status.h)

# In a build there is a copy of each, since in src/ they have no folder named heed around them.
foreach(header IN LISTS HEED_PUBLIC_HEADERS)
  configure_file(src/${header} include/heed/${header} COPYONLY)
endforeach()

add_library(heed::heed ALIAS heed_core)
set_target_properties(heed_core PROPERTIES EXPORT_NAME heed OUTPUT_NAME heed)
target_compile_features(heed_core INTERFACE cxx_std_17)
target_include_directories(heed_core INTERFACE
  $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

if(HEED_INSTALL)
  set(HEED_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/heed)
  install(TARGETS heed_core EXPORT heed ARCHIVE)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT heed FILE heedConfig.cmake NAMESPACE heed:: DESTINATION ${HEED_CMAKE_DIR})
  write_basic_package_version_file(heedConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/heedConfigVersion.cmake DESTINATION ${HEED_CMAKE_DIR})
endif()
