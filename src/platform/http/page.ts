/** Helpers of route modules: API calls in loaders, and page metadata. */
import { data, redirect, type RouterContextProvider } from 'react-router'

import { getPageCompany } from '../settings/company-context.ts'
import type { Company } from '../settings/company.ts'
import { callContext } from './context.ts'
import type { Endpoint, InputOf, ReplyOf } from './endpoint.ts'
import { Refusal } from './refusal.ts'

/** `url` is the page's URL. `request.url` is the data URL during client-side navigation. */
type PageLoaderArgs = { context: Readonly<RouterContextProvider>; url: URL }

/**
 * Calls an endpoint in a loader. A 404 becomes the 404 page, a 401 redirects to the login and back, `meta.set_up`
 * redirects to a setup page, and any other refusal becomes the error page.
 */
export const callForPage = async <E extends Endpoint>(
  { context, url }: PageLoaderArgs,
  endpoint: E,
  input: InputOf<E>,
): Promise<ReplyOf<E>> => {
  try {
    return await context.get(callContext)(endpoint, input)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { pathname, search } = url
    if (error.status === 401) throw redirect(`/login?${new URLSearchParams({ next: pathname + search })}`)
    // The refusal names the setup page.
    if (typeof error.meta['set_up'] === 'string') throw redirect(error.meta['set_up'])
    throw data({ message: error.message }, { status: error.status })
  }
}

/** Returns the status that `callForPage` threw, for pages that handle it themselves. */
export const getThrownStatus = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'init' in error
    ? (error.init as ResponseInit | null)?.status
    : undefined

/**
 * The arguments of a meta function. The root loader's data has the shop's public URL, which must not come from a
 * request.
 */
type MetaArgs = {
  matches: readonly ({ loaderData?: unknown } | undefined)[]
  location: { pathname: string; search: string }
}

type Breadcrumb = { name: string; path: string }

/** A picture for links that people share. `alt` is the page's title by default. */
export type SharedImage = { url: string; width?: number; height?: number; alt?: string }
type Properties = Record<string, string | number | undefined>

type PageHead = {
  title: string
  description?: string | undefined
  image?: SharedImage | undefined
  /** Open Graph properties of this kind of page. */
  properties?: (absolute: (path: string) => string) => Properties
  /** The page's canonical path, when the requested URL is an alias. */
  path?: string
  /** The query parameters that belong to the canonical URL. All others are dropped. */
  params?: readonly string[]
  noindex?: boolean
  /** The path from the front page to this page, which comes last. */
  breadcrumbs?: readonly Breadcrumb[]
  /** The schema.org objects of the page. `absolute` turns a path into a URL. */
  structuredData?: (absolute: (path: string) => string, company: Company) => object[]
}

const DEFAULT_IMAGE: SharedImage = { url: '/social.jpg', width: 1200, height: 630 }

const describeShop = ({ tagline }: Company) =>
  [tagline, 'Search clips, preview them frame by frame, license them for the use you need, and download.']
    .filter(part => part !== '')
    .join(' ')

/** Returns whether a list page is too deep to be indexed by search engines. */
export const isDeepPage = (page: number): boolean => page > 10

/** Returns a page's title, description, social tags, canonical URL (in lower case) and structured data. */
export const pageMeta = (
  { matches, location }: MetaArgs,
  {
    title,
    description,
    image,
    properties,
    path = location.pathname,
    params,
    noindex,
    breadcrumbs,
    structuredData,
  }: PageHead,
) => {
  const { public_url } = (matches[0]?.loaderData ?? {}) as { public_url?: string }
  // A path with two leading slashes would change the host.
  const toAbsoluteUrl = (path: string) =>
    public_url === undefined ? path : new URL(path.replace(/^\/{2,}/, '/'), public_url).href
  const section = /^\/admin(\/|$)/.test(location.pathname) ? ' | Admin' : ''
  const company = getPageCompany(matches)
  const fullTitle = title === company.name ? title : `${title}${section} | ${company.name}`
  const summary = description || describeShop(company)
  // The default picture shows the product's own name.
  const picture = image ?? (company.is_default ? DEFAULT_IMAGE : undefined)
  const query = pickParams(location.search, params)
  const canonicalUrl = toAbsoluteUrl((path + (query.size > 0 ? `?${query}` : '')).toLowerCase())
  return [
    { title: fullTitle },
    { name: 'description', content: summary },
    { tagName: 'link', rel: 'canonical', href: canonicalUrl },
    ...toProperties({
      'og:title': fullTitle,
      'og:description': summary,
      'og:site_name': company.name,
      'og:type': 'website',
      'og:url': canonicalUrl,
      'og:image': picture && toAbsoluteUrl(picture.url),
      'og:image:width': picture?.width,
      'og:image:height': picture?.height,
      'og:image:alt': picture && (picture.alt ?? title),
      ...properties?.(toAbsoluteUrl),
    }),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(noindex || isDeepPage(Number(query.get('page'))) ? [{ name: 'robots', content: 'noindex' }] : []),
    ...[
      ...(breadcrumbs ? [toBreadcrumbList(breadcrumbs, toAbsoluteUrl)] : []),
      ...(structuredData?.(toAbsoluteUrl, company) ?? []),
    ].map(toJsonLd),
  ]
}

const toProperties = (properties: Properties) =>
  Object.entries(properties).flatMap(([property, content]) =>
    content === undefined ? [] : [{ property, content: String(content) }],
  )

const pickParams = (search: string, names: readonly string[] = []) => {
  const params = new URLSearchParams(search)
  return new URLSearchParams(
    names.flatMap(name => params.getAll(name).flatMap(value => (value === '' ? [] : [[name, value]]))),
  )
}

const toJsonLd = (thing: object) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...thing } })

const toBreadcrumbList = (breadcrumbs: readonly Breadcrumb[], toAbsoluteUrl: (path: string) => string) => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: toAbsoluteUrl(path),
  })),
})
