import type { Cart } from './contract.ts'
import { CartNotices } from './parts/cart-notices.tsx'
import { LicenseBlock } from './parts/license-block.tsx'

/** A read-only cart: its notices, and its clips grouped by license. */
export const CartLicenses = ({ cart }: { cart: Cart }) => (
  <>
    <CartNotices cart={{ ...cart, state: 'paying' }} />
    {cart.licenses.map((group, index) => (
      <LicenseBlock key={group.id} number={index + 1} group={group} />
    ))}
  </>
)
