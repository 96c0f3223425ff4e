import type { Cart } from './contract.ts'
import { CartNotices } from './parts/cart-notices.tsx'
import { LicenseBlock } from './parts/license-block.tsx'

/** A cart that is only looked at: what changed by itself, and its clips under their licenses. */
export const CartLicenses = ({ cart }: { cart: Cart }) => (
  <>
    <CartNotices cart={{ ...cart, state: 'paying' }} />
    {cart.licenses.map((group, place) => (
      <LicenseBlock key={group.id} number={place + 1} group={group} />
    ))}
  </>
)
