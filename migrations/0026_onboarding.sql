-- Pictures that people sent of themselves and their workspaces. Their files lie under the same name.
create table image_uploads (
  -- 'avatars/users/12/…': the folder that the upload was signed for, and 128 random bits.
  public_id text primary key check (length(public_id) <= 200),
  folder text not null,
  -- waiting: sent, and shown nowhere; used; going: its files are being deleted.
  state text not null default 'waiting' check (state in ('waiting', 'used', 'going')),
  since timestamptz not null
);
create index image_uploads_unused on image_uploads (since) where state <> 'used';
create index image_uploads_folder on image_uploads (folder) where state = 'waiting';

alter table users
  -- What the image host calls the picture whose address is `avatar_url`.
  add column avatar_public_id text,
  -- The kinds of work that somebody makes, by the names of `src/accounts/verticals.ts`.
  add column verticals text[] not null default '{}',
  -- When somebody said which mails they want; null while only registration has asked.
  add column email_preferences_chosen_at timestamptz;

alter table workspaces
  add column avatar_public_id text,
  -- False while it has the name that it was opened with.
  add column is_named boolean not null default true;
update workspaces set is_named = false where personal_user_id is not null and name = 'Personal workspace';

create table business_types (
  id integer primary key,
  name text not null unique,
  position integer not null unique
);

create table occupation_types (
  id integer primary key,
  business_type_id integer not null references business_types,
  name text not null,
  unique (business_type_id, name),
  unique (business_type_id, id)
);

insert into business_types (id, name, position) values
  (1, 'Production company', 1),
  (2, 'Advertising agency', 2),
  (3, 'Post-production house', 3),
  (4, 'Brand or in-house team', 4),
  (5, 'Broadcaster or streaming service', 5),
  (6, 'Independent filmmaker', 6),
  (7, 'Freelancer', 7),
  (8, 'Nonprofit', 8),
  (9, 'House of worship', 9),
  (10, 'School or university', 10);

-- Ids begin with that of their business.
insert into occupation_types (id, business_type_id, name) values
  (101, 1, 'Director'),
  (102, 1, 'Producer'),
  (103, 1, 'Editor'),
  (104, 1, 'Cinematographer'),
  (105, 1, 'Production coordinator'),
  (106, 1, 'Owner or executive producer'),
  (201, 2, 'Creative director'),
  (202, 2, 'Art director'),
  (203, 2, 'Copywriter'),
  (204, 2, 'Producer'),
  (205, 2, 'Editor'),
  (206, 2, 'Account manager'),
  (207, 2, 'Art buyer'),
  (301, 3, 'Editor'),
  (302, 3, 'Assistant editor'),
  (303, 3, 'Colorist'),
  (304, 3, 'Motion designer'),
  (305, 3, 'Visual effects artist'),
  (306, 3, 'Post producer'),
  (401, 4, 'Marketing manager'),
  (402, 4, 'Creative director'),
  (403, 4, 'Video producer'),
  (404, 4, 'Editor'),
  (405, 4, 'Designer'),
  (406, 4, 'Procurement'),
  (501, 5, 'Producer'),
  (502, 5, 'Promo producer'),
  (503, 5, 'Editor'),
  (504, 5, 'Archive researcher'),
  (505, 5, 'Clearance and legal'),
  (601, 6, 'Director'),
  (602, 6, 'Documentary maker'),
  (603, 6, 'Cinematographer'),
  (604, 6, 'Editor'),
  (605, 6, 'Wedding and event filmmaker'),
  (701, 7, 'Editor'),
  (702, 7, 'Motion designer'),
  (703, 7, 'Videographer'),
  (704, 7, 'Producer'),
  (705, 7, 'Content creator'),
  (801, 8, 'Communications manager'),
  (802, 8, 'Video producer'),
  (803, 8, 'Fundraiser'),
  (804, 8, 'Director'),
  (901, 9, 'Creative director'),
  (902, 9, 'Media director'),
  (903, 9, 'Editor'),
  (904, 9, 'Volunteer'),
  (1001, 10, 'Student'),
  (1002, 10, 'Teacher'),
  (1003, 10, 'Video producer'),
  (1004, 10, 'Researcher');

-- What somebody does for a living: chosen from the lists, or in their own words.
create table user_occupations (
  user_id integer primary key references users on delete cascade,
  business_type_id integer references business_types,
  occupation_type_id integer,
  custom_business_type text check (length(custom_business_type) between 1 and 255),
  custom_occupation_type text check (length(custom_occupation_type) between 1 and 255),
  foreign key (business_type_id, occupation_type_id) references occupation_types (business_type_id, id),
  check ((business_type_id is null) <> (custom_business_type is null)),
  check (occupation_type_id is null or custom_occupation_type is null),
  -- A business of the list has an occupation, one way or the other.
  check (business_type_id is null or occupation_type_id is not null or custom_occupation_type is not null)
);

-- How far somebody came in being asked after registering; what was answered stands where it belongs.
create table onboarding (
  user_id integer primary key references users on delete cascade,
  -- When they invited teammates, or chose not to.
  invite_answered_at timestamptz not null
);
