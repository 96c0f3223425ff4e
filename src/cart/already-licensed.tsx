/** Notes in a cart row about the workspace's existing licenses for the clip: the one it upgrades, or one that covers this use. */
import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { CartItem } from './contract.ts'

import css from './already-licensed.module.css'

type AlreadyLicensedProps = {
  item: CartItem
  /** Opens links in a new tab, for pages such as the checkout that the buyer must not leave. */
  newTab?: boolean
}

export const AlreadyLicensed = ({
  item: { already_licensed, licensed_in_order, upgrade },
  newTab,
}: AlreadyLicensedProps) => {
  const orderLink = (order: string) => (
    <Link to={`/workspace/orders/${order}`} {...(newTab && { target: '_blank' })}>
      {order}
    </Link>
  )
  return (
    <>
      {upgrade && (
        <LicenseNote>
          Upgrades the license of order {orderLink(upgrade.order)} ({upgrade.credit.formatted} comes off)
        </LicenseNote>
      )}
      {already_licensed && (
        <LicenseNote>
          Already licensed for this use
          {licensed_in_order && <> in order {orderLink(licensed_in_order)}</>}
        </LicenseNote>
      )}
    </>
  )
}

const LicenseNote = ({ children }: { children: ReactNode }) => (
  <p className={css.held}>
    <BadgeCheck aria-hidden />
    <span>{children}</span>
  </p>
)
