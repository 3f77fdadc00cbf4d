# SPDX-License-Identifier: MIT
# Puts the rules that the page shows into the command: games/*/web/rules/*.txt as one C file.
file(GLOB folders ${CMAKE_SOURCE_DIR}/games/*/web/rules)
set(entries "")
foreach(folder ${folders})
  set(columns "")
  foreach(lang en fa)
    foreach(file brief-${lang} ${lang})
      set(bytes "") # a game may do without the brief ones
      if(EXISTS ${folder}/${file}.txt)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file}.txt)
        file(READ ${folder}/${file}.txt bytes HEX)
      endif()
      string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
      string(APPEND columns "\n        \"${bytes}\",")
    endforeach()
  endforeach()
  string(APPEND entries "    {{${columns}\n    }},\n")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/rules_texts.c CONTENT
"/* Made by cli/rules.cmake from the rules that the page shows. */
#include \"cli/rules.h\"

const struct rules_text rules_texts[] = {
@entries@};
const int rules_texts_count = sizeof rules_texts / sizeof rules_texts[0];
" @ONLY)
