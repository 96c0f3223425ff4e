/** The icon of a payment method: a card’s brand, PayPal, a bank. */
import { CreditCard, Landmark } from 'lucide-react'

import { CardBrands, isBrand } from '../card-brands.tsx'
import type { MethodType } from '../method-options.ts'

import css from './method-mark.module.css'

/** Returns the key of a brand’s picture; "MasterCard" is hyphenated there. */
const toBrandKey = (name: string) => name.replace('MasterCard', 'master card').toLowerCase().replaceAll(' ', '-')

type MethodMarkProps = { type: MethodType; brand?: string | null | undefined }

export const MethodMark = ({ type, brand }: MethodMarkProps) => {
  if (type === 'card') {
    const brandKey = brand && toBrandKey(brand)
    return brandKey && isBrand(brandKey) ? <CardBrands only={brandKey} /> : <IconMark of={CreditCard} />
  }
  if (type === 'ach') return <IconMark of={Landmark} />
  return (
    <svg className={css.mark} viewBox="0 0 34 22" role="img" aria-label="PayPal">
      <rect width={34} height={22} rx={2} fill="#ffffff" />
      <text x={17} y={14} fontSize={8.6} fontWeight={800} fontStyle="italic" textAnchor="middle">
        <tspan fill="#003087">Pay</tspan>
        <tspan fill="#0070e0">Pal</tspan>
      </text>
    </svg>
  )
}

const IconMark = ({ of: Icon }: { of: typeof CreditCard }) => (
  <span className={css.plain}>
    <Icon aria-hidden />
  </span>
)
