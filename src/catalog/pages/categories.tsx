/** The page with all categories as tiles and all subcategories by name. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'

import { CategoryWall } from '../category-wall.tsx'
import { listCategories } from '../collections-contract.ts'
import { formatNumber } from '../counts.ts'
import { NoFootage } from '../no-footage.tsx'
import { categoryPath } from '../paths.ts'
import { toSharedImage } from '../structured-data.ts'
import type { Route } from './+types/categories'

import section from '../section.module.css'
import index from '../text-index.module.css'

export const loader = async (args: Route.LoaderArgs) => ({
  categories: (await callForPage(args, listCategories, {})).data,
})

const describe = (categories: readonly { name: string }[]) =>
  categories.length > 0 ? `Stock footage by subject: ${categories.map(({ name }) => name).join(', ')}.` : undefined

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'All categories',
    description: describe(loaderData?.categories ?? []),
    image: toSharedImage(loaderData?.categories[0]?.cover),
    breadcrumbs: [{ name: 'All categories', path: '/category' }],
  })

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { categories } = loaderData
  const subjects = categories
    .flatMap(({ subcategories }) => subcategories)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  return (
    <div className={section.page}>
      <header className={section.intro}>
        <h1>All categories</h1>
      </header>
      {categories.length === 0 && (
        <NoFootage title="No categories yet" add={{ to: '/admin/categories', label: 'Add a category' }}>
          Our footage isn’t sorted by subject yet. Search all of it, or filter it by look, color and time of day.
        </NoFootage>
      )}
      <div className={section.bleed}>
        <CategoryWall categories={categories} top />
      </div>
      {subjects.length > 0 && (
        <section aria-labelledby="subjects">
          <header className={section.head}>
            <h2 id="subjects">Every subject, A to Z</h2>
          </header>
          <ul className={index.columns}>
            {subjects.map(({ slug, name, clip_count }) => (
              <li key={slug}>
                <Link to={categoryPath({ slug })}>{name}</Link> <span>{formatNumber(clip_count)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
