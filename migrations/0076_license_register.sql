-- The register of a workspace: its newest licenses first, a page at a time, however many there are.
create index licenses_register on licenses (workspace_id, id desc);
