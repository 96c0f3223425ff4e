-- Who of us made a coupon: it takes nothing off in a workspace that they are in.
alter table coupons add column made_by integer references users;
update coupons c set made_by = s.staff_user_id
from staff_changes s
where s.about = 'coupon' and s.about_key = c.id::text and s.action = 'Made';

-- When a bank sent back a debit that had been on its way.
alter table payment_attempts add column came_back_at timestamptz;

-- Every change of where a filmmaker's payouts go: both addresses are told.
create table payout_changes (
  id integer generated always as identity primary key,
  filmmaker_id integer not null references filmmakers on delete cascade,
  changed_by integer not null references users on delete cascade,
  -- null: nobody had said so before.
  old_email text,
  new_email text not null,
  changed_at timestamptz not null
);
create index payout_changes_user on payout_changes (changed_by);
create index payout_changes_filmmaker on payout_changes (filmmaker_id);
