-- When the owner was mailed last that somebody tried to register with this email: once a day is enough.
alter table users add column registration_mailed_at timestamptz;
