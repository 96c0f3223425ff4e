/** What a cart's row says of what the workspace holds of its clip: a license that it upgrades, or one for this use already. */
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { CartItem } from './contract.ts'

import css from './already-licensed.module.css'

type Props = {
  item: CartItem
  /** Where looking at something must not lead away, as at the checkout. */
  newTab?: boolean
}

export const AlreadyLicensed = ({ item: { already_licensed, licensed_in, upgrade }, newTab }: Props) => {
  const orderLink = (order: string) => (
    <Link to={`/workspace/orders/${order}`} {...(newTab && { target: '_blank' })}>
      {order}
    </Link>
  )
  return (
    <>
      {upgrade && (
        <Said>
          Upgrades the license of order {orderLink(upgrade.order)} ({upgrade.credit.formatted} comes off)
        </Said>
      )}
      {already_licensed && (
        <Said>
          Already licensed for this use
          {licensed_in && <> in order {orderLink(licensed_in)}</>}
        </Said>
      )}
    </>
  )
}

const Said = ({ children }: { children: ReactNode }) => (
  <p className={css.held}>
    <BadgeCheck aria-hidden />
    <span>{children}</span>
  </p>
)
