-- Our people make feature banners: a draft is shown to nobody, and may have neither a picture nor a day yet.
alter table feature_banners
  add column is_draft boolean not null default false,
  add column audience text not null default 'everyone' check (audience in ('everyone', 'filmmakers')),
  -- Another with each change: whoever read an older one is told.
  add column version integer not null default 1,
  -- What the image host calls its picture; null for one that lies elsewhere.
  add column picture_public_id text,
  alter column image_small drop not null,
  alter column image_medium drop not null,
  -- Of a draft: from when it is to run; null for at once.
  alter column published_at drop not null,
  add constraint feature_banners_are_whole
    check (is_draft or (image_small is not null and image_medium is not null and published_at is not null)),
  add constraint feature_banners_end_later check (ends_at is null or published_at is null or ends_at >= published_at);
