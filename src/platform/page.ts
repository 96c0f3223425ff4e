/** What route modules share: calls that become pages, heads that follow one form. */
import { data, redirect, type RouterContextProvider } from 'react-router'

import { brand } from './brand.ts'
import { callContext } from './context.ts'
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'
import { Refusal } from './refusal.ts'

/** `url` is the page's address; `request.url` is where its data is fetched from when the browser moves between pages. */
type LoaderArgs = { context: Readonly<RouterContextProvider>; url: URL }

/** A loader's call: an API 404 becomes the 404 page, a 401 leads to the login and back, `meta.set_up` to where something is set up, any other refusal to the error page. */
export const pageCall = async <E extends Endpoint>(
  { context, url }: LoaderArgs,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> => {
  try {
    return await context.get(callContext)(endpoint, input)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { pathname, search } = url
    if (error.status === 401) throw redirect(`/login?${new URLSearchParams({ next: pathname + search })}`)
    // What must be set up first says where.
    if (typeof error.meta['set_up'] === 'string') throw redirect(error.meta['set_up'])
    throw data({ message: error.message }, { status: error.status })
  }
}

/** The status that `pageCall` threw, for a page that has its own answer to it. */
export const thrownStatus = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'init' in error
    ? (error.init as ResponseInit | null)?.status
    : undefined

/** Of a meta function's arguments: the root's data knows the shop's own address, which no request may tell. */
type MetaArgs = {
  matches: readonly ({ loaderData?: unknown } | undefined)[]
  location: { pathname: string; search: string }
}

type Crumb = { name: string; path: string }

type Head = {
  title: string
  description?: string | undefined
  /** The picture that links to this page are shown with, from the root. */
  image?: string | undefined
  /** Where the page lives, when the address that was asked for is only one way to it. */
  path?: string
  /** The parameters of the address that make the page what it is; all others are left out of its canonical address. */
  params?: readonly string[]
  noindex?: boolean
  /** The way here from the front page, this page last. */
  trail?: readonly Crumb[]
  /** What the page is about, in the words of schema.org; `absolute` makes an address of a path. */
  things?: (absolute: (path: string) => string) => object[]
}

const usual = {
  description: `${brand.tagline} Search clips, preview them frame by frame, license them for the use you need, and download.`,
  image: '/social.jpg',
}

/** Whether a page of a list lies so deep that search engines need not list it. */
export const isDeep = (page: number): boolean => page > 10

/** Title, description, social tags, the canonical address (lower-cased) and structured data of a page. */
export const pageMeta = (
  { matches, location }: MetaArgs,
  { title, description, image = usual.image, path = location.pathname, params, noindex, trail, things }: Head,
) => {
  const { public_url } = (matches[0]?.loaderData ?? {}) as { public_url?: string }
  // Two slashes at its beginning would make another host of the rest.
  const absolute = (path: string) =>
    public_url === undefined ? path : new URL(path.replace(/^\/{2,}/, '/'), public_url).href
  const area = /^\/admin(\/|$)/.test(location.pathname) ? ' | Admin' : ''
  const full = title === brand.name ? title : `${title}${area} | ${brand.name}`
  const said = description || usual.description
  const query = kept(location.search, params)
  const address = absolute((path + (query.size > 0 ? `?${query}` : '')).toLowerCase())
  return [
    { title: full },
    { name: 'description', content: said },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:title', content: full },
    { property: 'og:description', content: said },
    { property: 'og:site_name', content: brand.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: address },
    { property: 'og:image', content: absolute(image) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(noindex || isDeep(Number(query.get('page'))) ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(trail ? [structured(breadcrumbs(trail, absolute))] : []),
    ...(things ? things(absolute).map(structured) : []),
  ]
}

const kept = (search: string, names: readonly string[] = []) => {
  const asked = new URLSearchParams(search)
  return new URLSearchParams(
    names.flatMap(name => asked.getAll(name).flatMap(value => (value === '' ? [] : [[name, value]]))),
  )
}

const structured = (thing: object) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })

const breadcrumbs = (trail: readonly Crumb[], absolute: (path: string) => string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(path),
  })),
})
