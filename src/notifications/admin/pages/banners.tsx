/** The list of feature banners, with one of them or a new one beside it. */
import { Megaphone } from 'lucide-react'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { AdminRow } from '#ui/admin/admin-row.tsx'
import { AdminFilter } from '#ui/admin/admin-search-field.tsx'
import { oneOf, listQuery } from '#ui/admin/list-query.ts'
import { AdminListPage } from '#ui/admin/resource-list.tsx'

import { bannerStates } from '../../banner.ts'
import { listStaffBanners, type BannerSummary } from '../contract.ts'
import { audienceLabels, bannerStateLabels, toDayFields } from '../parts/banner-labels.ts'
import type { Route } from './+types/banners'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Banners', noindex: true })

const readQuery = (searchParams: URLSearchParams) => ({
  ...listQuery(searchParams),
  state: oneOf(bannerStates, searchParams.get('state')),
})

export const loader = async (args: Route.LoaderArgs) => {
  const query = readQuery(args.url.searchParams)
  return { ...(await callForPage(args, listStaffBanners, { query })), query }
}

export default function BannersPage({ loaderData: { data: banners, meta, query } }: Route.ComponentProps) {
  return (
    <AdminListPage
      path="/admin/banners"
      icon={Megaphone}
      singular="banner"
      plural="banners"
      searchLabel="Banner text"
      search={query.search}
      pagination={meta.pagination}
      emptyTitle="There is no banner yet."
      newTo="/admin/banners/new"
      hint="Each person sees one banner at a time: the newest running one for them, from the day after they signed up until they dismiss it. An older one is shown again when the newer one ends."
      filters={
        <AdminFilter
          label="State"
          name="state"
          value={query.state}
          anyLabel="All states"
          options={bannerStates.map(state => [state, bannerStateLabels[state].label])}
        />
      }
      rows={banners.map(banner => (
        <BannerRow key={banner.id} banner={banner} />
      ))}
    />
  )
}

const BannerRow = ({ banner }: { banner: BannerSummary }) => {
  const { id, title, state, audience, behind, read, dismissed } = banner
  const { starts_at, ends_at } = toDayFields(banner)
  const { label, tone } = bannerStateLabels[state]
  return (
    <AdminRow
      to={`/admin/banners/${id}`}
      title={title}
      state={behind ? 'Hidden by a newer one' : label}
      tone={behind ? undefined : tone}
      under={
        <>
          {audience !== 'everyone' && `${audienceLabels[audience]}, `}
          {starts_at || 'no day yet'}
          {ends_at && ` to ${ends_at}`}
        </>
      }
      end={read > 0 && `${read} saw it, ${dismissed} dismissed it`}
    />
  )
}
