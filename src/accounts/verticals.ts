/** The kinds of work that users make. A user's selection personalizes what they see. */
export const verticals = [
  { slug: 'commercials', label: 'Commercials' },
  { slug: 'branded-content', label: 'Branded content' },
  { slug: 'narrative-film', label: 'Narrative film' },
  { slug: 'documentary', label: 'Documentary' },
  { slug: 'series-and-tv', label: 'Series and TV' },
  { slug: 'music-videos', label: 'Music videos' },
  { slug: 'social', label: 'Social' },
  { slug: 'corporate', label: 'Corporate' },
  { slug: 'nonprofit', label: 'Nonprofit' },
  { slug: 'education', label: 'Education' },
  { slug: 'worship', label: 'Worship' },
  { slug: 'weddings-and-events', label: 'Weddings and events' },
] as const

export type Vertical = (typeof verticals)[number]['slug']

export const verticalSlugs = verticals.map(({ slug }) => slug)
