-- Facts of a clip that buyers filter by. Alpha, sound and frame rate are in the master's facts.
alter table clips
  add camera text not null default '' check (char_length(camera) <= 60),
  add lens text not null default '' check (char_length(lens) <= 60);
