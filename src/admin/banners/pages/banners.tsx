/** Feature banners: which run and who saw them, one of them or a new one on the right. */
import { Megaphone } from 'lucide-react'

import { bannerStates } from '#notifications/banner.ts'
import { pageCall, pageMeta } from '#platform/page.ts'

import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { RoomRow } from '../../parts/room-row.tsx'
import { RoomFilter } from '../../parts/room-search.tsx'
import { Room } from '../../parts/room.tsx'
import { listStaffBanners, type BannerRow } from '../contract.ts'
import { audienceWords, bannerStateWords, daysOf } from '../parts/banner-words.ts'
import type { Route } from './+types/banners'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Banners', noindex: true })

const queryOf = (asked: URLSearchParams) => ({ ...roomQuery(asked), state: oneOf(bannerStates, asked.get('state')) })

export const loader = async (args: Route.LoaderArgs) => {
  const query = queryOf(args.url.searchParams)
  return { ...(await pageCall(args, listStaffBanners, { query })), query }
}

export default function Banners({ loaderData: { data: banners, meta, query } }: Route.ComponentProps) {
  return (
    <Room
      path="/admin/banners"
      icon={Megaphone}
      one="banner"
      many="banners"
      looks="Words of a banner"
      search={query.search}
      pagination={meta.pagination}
      none="There is no banner yet."
      begin="/admin/banners/new"
      hint="People see one at a time: the newest that runs and is for them, from the day after they came on, until they dismiss it. An older one comes back when the newer ends."
      filters={
        <RoomFilter
          label="State"
          name="state"
          value={query.state}
          any="Every state"
          options={bannerStates.map(state => [state, bannerStateWords[state].label])}
        />
      }
      rows={banners.map(banner => (
        <Row key={banner.id} banner={banner} />
      ))}
    />
  )
}

const Row = ({ banner }: { banner: BannerRow }) => {
  const { id, title, state, audience, behind, read, dismissed } = banner
  const { starts_at, ends_at } = daysOf(banner)
  const { label, tone } = bannerStateWords[state]
  return (
    <RoomRow
      to={`/admin/banners/${id}`}
      title={title}
      state={behind ? 'Behind a newer one' : label}
      tone={behind ? undefined : tone}
      under={
        <>
          {audience !== 'everyone' && `${audienceWords[audience]}, `}
          {starts_at || 'no day yet'}
          {ends_at && ` to ${ends_at}`}
        </>
      }
      end={read > 0 && `${read} saw it, ${dismissed} dismissed it`}
    />
  )
}
