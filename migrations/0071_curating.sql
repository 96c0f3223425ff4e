-- Curated collections are made, published and withdrawn by our editors; what is not published counts no clips, and is shown to
-- nobody. A shoot is seen while it has a published clip.
alter table collections
  add column state text not null default 'published' check (state in ('draft', 'published', 'withdrawn')),
  -- Another with each change of its words: whoever read older ones is told.
  add column version integer not null default 1,
  add constraint collections_shoots_are_published check (kind = 'curated' or state = 'published');
