-- Signed certificates that a later one replaced, because the project or the licensee was corrected.
create table replaced_certificates (
  id integer generated always as identity primary key,
  license_id integer not null references licenses on delete cascade,
  payload text not null,
  signature text not null,
  key_id text not null,
  issued_at timestamptz not null,
  replaced_at timestamptz not null
);
create index replaced_certificates_license on replaced_certificates (license_id);
