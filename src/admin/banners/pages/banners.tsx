/** Feature banners: which run and who saw them, one of them or a new one on the right. */
import { NavLink, Outlet, useMatch, useSearchParams } from 'react-router'

import { bannerStates } from '#notifications/banner.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { listStaffBanners, type BannerRow } from '../contract.ts'
import { audienceWords, bannerStateWords, daysOf } from '../parts/banner-words.ts'
import type { Route } from './+types/banners'

import room from '../../pages/people.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Banners', noindex: true })

const queryOf = (asked: URLSearchParams) => ({ ...roomQuery(asked), state: oneOf(bannerStates, asked.get('state')) })

export const loader = (args: Route.LoaderArgs) =>
  pageCall(args, listStaffBanners, { query: queryOf(args.url.searchParams) })

export default function Banners({ loaderData: { data: banners, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const isAlone = useMatch('/admin/banners') !== null
  const query = queryOf(asked)
  return (
    <div className={cx(room.people, desk.room)} data-chosen={!isAlone || undefined}>
      <RoomList
        path="/admin/banners"
        one="banner"
        many="banners"
        looks="Words of a banner"
        search={query.search}
        pagination={meta.pagination}
        none="There is no banner yet."
        action={
          <ButtonLink to="/admin/banners/new" size="sm" kind={isAlone ? 'primary' : 'secondary'}>
            New
          </ButtonLink>
        }
        filters={
          <SelectField
            dense
            label="State"
            labelHidden
            name="state"
            defaultValue={query.state ?? ''}
            onChange={chooseFilter}
          >
            <option value="">Every state</option>
            {bannerStates.map(state => (
              <option key={state} value={state}>
                {bannerStateWords[state].label}
              </option>
            ))}
          </SelectField>
        }
      >
        {banners.map(banner => (
          <Row key={banner.id} banner={banner} query={asked.toString()} />
        ))}
      </RoomList>
      <section className={room.main} aria-label="Banner">
        {isAlone && (
          <p className={room.hint}>
            Choose a banner, or make a new one. People see one at a time: the newest that runs and is for them, from the
            day after they came on, until they dismiss it. An older one comes back when the newer ends.
          </p>
        )}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({ banner, query }: { banner: BannerRow; query: string }) => {
  const { id, title, state, audience, behind, read, dismissed } = banner
  const { starts_at, ends_at } = daysOf(banner)
  return (
    <li>
      <NavLink to={{ pathname: `/admin/banners/${id}`, search: query }} className={room.row} preventScrollReset>
        <span className={room.name}>{title}</span>
        <span className={desk.state} data-tone={behind ? undefined : bannerStateWords[state].tone}>
          {behind ? 'Behind a newer one' : bannerStateWords[state].label}
        </span>
        <span className={room.email}>
          {audience !== 'everyone' && `${audienceWords[audience]}, `}
          {starts_at || 'no day yet'}
          {ends_at && ` to ${ends_at}`}
        </span>
        <span className={room.seen}>{read > 0 && `${read} saw it, ${dismissed} dismissed it`}</span>
      </NavLink>
    </li>
  )
}
