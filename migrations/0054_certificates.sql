-- What proves a license to others. Made once and never changed: what it says is what was granted.
create table certificates (
  license_id integer primary key references licenses on delete cascade,
  -- What the link of the certificate opens, as a hash; and sealed, so that its owner can have it again.
  code_hash bytea not null unique,
  code_sealed bytea not null,
  -- The signed bytes: JSON with sorted keys.
  payload text not null,
  signature text not null,
  key_id text not null,
  issued_at timestamptz not null
);
