/** The list of categories in order, each followed by its subcategories. */
import { FolderTree } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { ClipThumb } from '../../../clip-thumb.tsx'
import { formatClipCounts } from '../../collections/parts/collection-labels.ts'
import { listStaffCategories, type StaffCategorySummary } from '../contract.ts'
import type { Route } from './+types/categories'

import css from './categories.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Categories', noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { search } = listQuery(args.url.searchParams)
  return { ...(await callForPage(args, listStaffCategories, { query: { search } })), search }
}

export default function CategoriesPage({ loaderData: { data: categories, meta, search } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/categories"
      icon={FolderTree}
      singular="category"
      plural="categories"
      searchLabel="Name, address or number"
      search={search}
      pagination={meta.pagination}
      emptyTitle="There is no category yet."
      newTo="/admin/categories/new"
      rows={categories.map(category => (
        <CategoryRow key={category.id} category={category} />
      ))}
    />
  )
}

const CategoryRow = ({ category }: { category: StaffCategorySummary }) => (
  <AdminRow
    to={`/admin/categories/${category.id}`}
    picture={<ClipThumb thumbs={category.thumbs} sizes="72px" />}
    title={<span className={category.parent_id === null ? undefined : css.inner}>{category.name}</span>}
    state={category.parent && `In ${category.parent}`}
    under={formatClipCounts(category)}
  />
)
