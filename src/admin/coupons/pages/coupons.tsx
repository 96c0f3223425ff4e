/** Coupons: which run and how far each has been used, one of them or a new one on the right. */
import { NavLink, Outlet, useMatch, useSearchParams } from 'react-router'

import { couponStates } from '#coupons/coupon.ts'
import { pageCall, pageMeta } from '#platform/page.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { SelectField } from '#ui/select.tsx'

import { chooseFilter, RoomList } from '../../parts/room-list.tsx'
import { oneOf, roomQuery } from '../../parts/room-query.ts'
import { listCoupons, type CouponRow } from '../contract.ts'
import { couponStateWords } from '../parts/coupon-words.ts'
import type { Route } from './+types/coupons'

import room from '../../pages/people.module.css'
import desk from '../../parts/desk.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'Coupons', noindex: true })

const queryOf = (asked: URLSearchParams) => ({ ...roomQuery(asked), state: oneOf(couponStates, asked.get('state')) })

export const loader = (args: Route.LoaderArgs) => pageCall(args, listCoupons, { query: queryOf(args.url.searchParams) })

export default function Coupons({ loaderData: { data: coupons, meta } }: Route.ComponentProps) {
  const [asked] = useSearchParams()
  const isAlone = useMatch('/admin/coupons') !== null
  const query = queryOf(asked)
  return (
    <div className={cx(room.people, desk.room)} data-chosen={!isAlone || undefined}>
      <RoomList
        path="/admin/coupons"
        one="coupon"
        many="coupons"
        looks="Part of a code"
        search={query.search}
        pagination={meta.pagination}
        none="There is no coupon yet."
        action={
          <ButtonLink to="/admin/coupons/new" size="sm" kind="primary">
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
            {couponStates.map(state => (
              <option key={state} value={state}>
                {couponStateWords[state].label}
              </option>
            ))}
          </SelectField>
        }
      >
        {coupons.map(coupon => (
          <Row key={coupon.id} coupon={coupon} query={asked.toString()} />
        ))}
      </RoomList>
      <section className={room.main} aria-label="Coupon">
        {isAlone && <p className={room.hint}>Choose a coupon, or make a new one.</p>}
        <Outlet />
      </section>
    </div>
  )
}

const Row = ({
  coupon: { id, code, text, state, used, total_limit, saved },
  query,
}: {
  coupon: CouponRow
  query: string
}) => (
  <li>
    <NavLink to={{ pathname: `/admin/coupons/${id}`, search: query }} className={room.row} preventScrollReset>
      <span className={cx('mono', room.name)}>{code}</span>
      <span className={desk.state} data-tone={couponStateWords[state].tone}>
        {couponStateWords[state].label}
      </span>
      <span className={room.email}>{text}</span>
      <span className={room.seen}>
        used {used}
        {total_limit !== null && ` of ${total_limit}`}, {saved.formatted}
      </span>
    </NavLink>
  </li>
)
