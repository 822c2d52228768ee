// Makes the kernels take panels of 4 or of 6 query rows while it lives.
#pragma once

#include <cstddef>

#include "../../src/kernels/panel.h"

namespace heed::test {

class PanelRows {
 public:
  explicit PanelRows(std::size_t rows) : before_(kernels::panel_for(kernels::kMaxPanelRows).rows) {
    kernels::choose_panel_rows(rows);
  }
  ~PanelRows() { kernels::choose_panel_rows(before_); }
  PanelRows(const PanelRows&) = delete;
  PanelRows& operator=(const PanelRows&) = delete;

 private:
  std::size_t before_;
};

}  // namespace heed::test
