-- A mailed link proves whose mailbox it reached; a copied one proves nothing. Older tokens could be either.
alter table workspace_invite_tokens add column is_mailed boolean not null default false;

-- Who came by a copied link before confirming their email: they join as soon as it is confirmed.
alter table workspace_invites add column claimed_by integer references users on delete set null;
create index workspace_invites_claimed_by on workspace_invites (claimed_by) where claimed_by is not null;
