-- The in and out marks with which somebody put a clip on a board: frames from 0, both in the marked range.
alter table board_clips
  add column mark_in integer check (mark_in >= 0),
  add column mark_out integer check (mark_out >= 0),
  add constraint board_clips_marks_check check (mark_in <= mark_out);
