/** What a cart's row says of a clip that is licensed for this use already, and in which order. */
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'

import type { CartItem } from './contract.ts'

import css from './already-licensed.module.css'

type Props = {
  item: CartItem
  /** Where looking at something must not lead away, as at the checkout. */
  newTab?: boolean
}

export const AlreadyLicensed = ({ item: { already_licensed, licensed_in }, newTab }: Props) =>
  already_licensed && (
    <p className={css.held}>
      <BadgeCheck aria-hidden />
      <span>
        Already licensed for this use
        {licensed_in && (
          <>
            {' '}
            in order{' '}
            <Link to={`/workspace/orders/${licensed_in}`} {...(newTab && { target: '_blank' })}>
              {licensed_in}
            </Link>
          </>
        )}
      </span>
    </p>
  )
