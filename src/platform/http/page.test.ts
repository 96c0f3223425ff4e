import { expect, test } from 'vitest'

import { toCompany } from '../settings/company.ts'
import { defaultSettings } from '../settings/groups.ts'
import { pageMeta } from './page.ts'

const company = toCompany(defaultSettings)
const argsFor = (pathname: string, search = '', public_url?: string) => ({
  matches: [{ loaderData: { public_url: public_url ?? 'https://shop.example', company } }],
  location: { pathname, search },
})
type Tags = ReturnType<typeof pageMeta>
const canonicalOf = (tags: Tags) => tags.find(tag => 'rel' in tag && tag.rel === 'canonical')
const contentOf = (tags: Tags, name: string) =>
  tags.flatMap(tag =>
    'content' in tag && (('name' in tag && tag.name === name) || ('property' in tag && tag.property === name))
      ? [tag.content]
      : [],
  )
const structuredDataOf = (tags: Tags) => tags.flatMap(tag => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))

test('the canonical URL is the current URL in lower case, at the shop’s public address', () => {
  const tags = pageMeta(argsFor('/Clips/Slow-Tide/3'), { title: 'Slow tide' })
  expect(canonicalOf(tags)).toMatchObject({ href: 'https://shop.example/clips/slow-tide/3' })
  expect(contentOf(tags, 'og:url')).toEqual(['https://shop.example/clips/slow-tide/3'])
})

test('admin pages have “Admin” in their titles', () => {
  const titleOf = (pathname: string) =>
    pageMeta(argsFor(pathname), { title: 'Coupons' }).flatMap(tag => ('title' in tag ? [tag.title] : []))
  for (const pathname of ['/admin', '/admin/coupons'])
    expect(titleOf(pathname)).toEqual([`Coupons | Admin | ${company.name}`])
  expect(titleOf('/administration')).toEqual([`Coupons | ${company.name}`])
})

test('no path moves the canonical URL to another host', () => {
  for (const pathname of ['//', '//evil.example/clips', '///evil.example'])
    expect(canonicalOf(pageMeta(argsFor(pathname), { title: 'Home' }))).toMatchObject({
      href: expect.stringMatching(/^https:\/\/shop\.example\//) as string,
    })
})

test('the canonical URL keeps only the significant query parameters', () => {
  const args = argsFor('/collections', '?utm_source=Mail&page=2&modal=login&kind=')
  expect(canonicalOf(pageMeta(args, { title: 'Collections', params: ['kind', 'page'] }))).toMatchObject({
    href: 'https://shop.example/collections?page=2',
  })
  expect(canonicalOf(pageMeta(args, { title: 'Collections' }))).toMatchObject({
    href: 'https://shop.example/collections',
  })
})

test('a deep list page is not indexed', () => {
  const robots = (page: number) =>
    contentOf(pageMeta(argsFor('/collections', `?page=${page}`), { title: 'Collections', params: ['page'] }), 'robots')
  expect(robots(10)).toEqual([])
  expect(robots(11)).toEqual(['noindex'])
})

test('a page without a description and image uses the defaults', () => {
  const tags = pageMeta(argsFor('/'), { title: company.name })
  expect(tags[0]).toEqual({ title: company.name })
  expect(contentOf(tags, 'description')).toEqual(contentOf(tags, 'og:description'))
  expect(contentOf(tags, 'description')[0]).toContain(company.tagline)
  expect(contentOf(tags, 'og:image')).toEqual(['https://shop.example/social.jpg'])
  expect(contentOf(tags, 'robots')).toEqual([])
  expect(structuredDataOf(tags)).toEqual([])
})

test('description, image, breadcrumbs and structured data are rendered with absolute URLs', () => {
  const tags = pageMeta(argsFor('/clips/slow-tide/3'), {
    title: 'Slow tide',
    description: 'Water at dusk.',
    image: { url: '/media/slow-tide/poster.jpg', width: 960, height: 540 },
    noindex: true,
    breadcrumbs: [
      { name: 'Oceans', path: '/category/oceans' },
      { name: 'Slow tide', path: '/clips/slow-tide/3' },
    ],
    structuredData: absolute => [{ '@type': 'VideoObject', contentUrl: absolute('/media/slow-tide/preview.mp4') }],
  })
  expect(tags[0]).toEqual({ title: `Slow tide | ${company.name}` })
  expect(contentOf(tags, 'og:description')).toEqual(['Water at dusk.'])
  expect(contentOf(tags, 'og:image')).toEqual(['https://shop.example/media/slow-tide/poster.jpg'])
  expect(contentOf(tags, 'og:image:width')).toEqual(['960'])
  expect(contentOf(tags, 'og:image:alt')).toEqual(['Slow tide'])
  expect(contentOf(tags, 'og:type')).toEqual(['website'])
  expect(contentOf(tags, 'robots')).toEqual(['noindex'])
  expect(structuredDataOf(tags)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Oceans', item: 'https://shop.example/category/oceans' },
        { '@type': 'ListItem', position: 2, name: 'Slow tide', item: 'https://shop.example/clips/slow-tide/3' },
      ],
    },
    {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      contentUrl: 'https://shop.example/media/slow-tide/preview.mp4',
    },
  ])
})
