/** API contract of collections, shoots and their scenes, filmmakers and categories. */
import * as z from 'zod/mini'

import { endpoint } from '#platform/http/endpoint.ts'
import { IdParam, Pagination } from '#platform/http/lists.ts'

import { integerBetween, ClipCard, EntityReference, Picture, Term } from './contract.ts'

const pageFields = (items: string) => ({
  page: z.optional(integerBetween(1, 100_000, 'Pages are numbered from 1 to 100,000.')),
  per_page: z.optional(integerBetween(1, 100, `A page holds 1 to 100 ${items}.`)),
})

/** The picture that represents several clips. */
export const Cover = z.object({
  width: z.int(),
  height: z.int(),
  thumbs: z.array(Picture),
  poster: z.string(),
  /** Plays on hover or touch; null for a flashing clip. */
  loop: z.nullable(z.string()),
})
export type Cover = z.infer<typeof Cover>

export const CollectionCard = z.extend(EntityReference, {
  kind: z.enum(['shoot', 'curated']),
  description: z.string(),
  featured: z.boolean(),
  clip_count: z.int(),
  /** ISO 8601: when the collection was first published. */
  created_at: z.string(),
  filmmaker: z.nullable(z.object({ data: EntityReference })),
  cover: z.nullable(Cover),
  /** The third video plays on hover. null for a flashing clip. */
  trailer_video_data: z.nullable(
    z.object({
      preview: z.object({ poster: z.string(), videos: z.array(z.object({ name: z.string(), url: z.string() })) }),
    }),
  ),
})
export type CollectionCard = z.infer<typeof CollectionCard>

export const CollectionDetail = z.extend(CollectionCard, { clips: z.array(ClipCard) })
export type CollectionDetail = z.infer<typeof CollectionDetail>

export const listCollections = endpoint('GET', '/collections', {
  summary: 'List collections: curated ones in the editors’ order, then shoots, newest first',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object({
    kind: z.optional(z.enum(['shoot', 'curated'], 'Choose shoot or curated.')),
    ...pageFields('collections'),
  }),
  reply: z.array(CollectionCard),
  meta: Pagination,
})

export const getCollection = endpoint('GET', '/collections/:id', {
  summary: 'Get a collection with one page of its clips, in order',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object(pageFields('clips')),
  reply: CollectionDetail,
  meta: Pagination,
})

const CollectionGroup = z.object({
  id: z.int(),
  name: z.string(),
  collections: z.object({ data: z.array(EntityReference) }),
})
export type CollectionGroup = z.infer<typeof CollectionGroup>

export const listCollectionGroups = endpoint('GET', '/collections/groups', {
  summary: 'List the groups of collections for menus',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(CollectionGroup),
})

export const listFeaturedCurated = endpoint('GET', '/collections/curated/featured', {
  summary: 'List curated collections that the editors feature',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(CollectionCard),
})

export const listFeaturedCollections = endpoint('GET', '/collections/featured', {
  summary: 'List shoots that the editors feature',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(CollectionCard),
})

/** A clip with the grid of its scrub sheet (`movie.public_paths.sprite`), for contact sheets. */
const SheetClip = z.extend(ClipCard, {
  sheet: z.object({ columns: z.int(), rows: z.int(), tiles: z.int() }),
})
export type SheetClip = z.infer<typeof SheetClip>

const SceneWithClips = z.extend(EntityReference, {
  /** Its position in the shoot, from 1. */
  number: z.int(),
  clip_count: z.int(),
  clips: z.array(SheetClip),
})

export const ShootDetail = z.extend(CollectionCard, {
  /** Each with its first clips. */
  scenes: z.array(SceneWithClips),
  /** Clips without a scene; they come after the last scene. */
  unsorted: z.object({ clip_count: z.int(), clips: z.array(SheetClip) }),
})
export type ShootDetail = z.infer<typeof ShootDetail>

export const getShoot = endpoint('GET', '/shoots/:id', {
  summary: 'Get a shoot with one page of its scenes',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object(pageFields('scenes')),
  reply: ShootDetail,
  meta: Pagination,
})

export const SceneDetail = z.extend(SceneWithClips, {
  shoot: CollectionCard,
  scene_count: z.int(),
  before: z.nullable(EntityReference),
  after: z.nullable(EntityReference),
})
export type SceneDetail = z.infer<typeof SceneDetail>

export const getScene = endpoint('GET', '/scenes/:id', {
  summary: 'Get a scene of a shoot with one page of its clips',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object(pageFields('clips')),
  reply: SceneDetail,
  meta: Pagination,
})

export const FilmmakerCard = z.extend(EntityReference, {
  location: z.string(),
  bio: z.string(),
  clip_count: z.int(),
  cover: z.nullable(Cover),
  /** Their best clips, from as many shoots as possible; the first is the cover. */
  frames: z.array(Cover),
})
export type FilmmakerCard = z.infer<typeof FilmmakerCard>

export const listFilmmakers = endpoint('GET', '/filmmakers', {
  summary: 'List filmmakers with published clips, by name',
  who: 'anyone',
  masquerade: 'allowed',
  query: z.object(pageFields('filmmakers')),
  reply: z.array(FilmmakerCard),
  meta: Pagination,
})

export const FilmmakerDetail = z.extend(FilmmakerCard, {
  /** The portrait. */
  avatar_url: z.nullable(z.string()),
  /** Web addresses. */
  links: z.array(z.string()),
  shoots: z.array(CollectionCard),
})
export type FilmmakerDetail = z.infer<typeof FilmmakerDetail>

export const getFilmmaker = endpoint('GET', '/filmmakers/:id', {
  summary: 'Get a filmmaker with one page of their shoots, newest first',
  who: 'anyone',
  masquerade: 'allowed',
  params: IdParam,
  query: z.object(pageFields('shoots')),
  reply: FilmmakerDetail,
  meta: Pagination,
})

export const Category = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  clip_count: z.int(),
  cover: z.nullable(Cover),
  parent: z.nullable(Term),
  subcategories: z.array(
    z.object({ slug: z.string(), name: z.string(), clip_count: z.int(), cover: z.nullable(Cover) }),
  ),
})
export type Category = z.infer<typeof Category>

export const listCategories = endpoint('GET', '/categories', {
  summary: 'List categories with their subcategories',
  who: 'anyone',
  masquerade: 'allowed',
  reply: z.array(Category),
})

export const getCategory = endpoint('GET', '/categories/:slug', {
  summary: 'Get a category or subcategory by its address, or by one that it had before',
  who: 'anyone',
  masquerade: 'allowed',
  params: z.object({ slug: z.string().check(z.regex(/^[a-z0-9-]{1,100}$/)) }),
  reply: Category,
})
