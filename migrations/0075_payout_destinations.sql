-- To whom and where a payout went, as staff saw it when they marked it as sent. Beside `payouts_sent`, which never changes:
-- this goes with the person whose name and address it is.
create table payout_destinations (
  statement_id integer primary key references payout_statements,
  payee_name text not null,
  paypal_email citext not null,
  -- Who had said so; null once they left, as in the settings.
  said_by integer references users on delete set null
);
create index payout_destinations_user on payout_destinations (said_by);
