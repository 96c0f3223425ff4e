/** The accepted card brands as small cards, drawn here so that no images are loaded. */
import type { ReactNode } from 'react'

import { cx } from '#ui/cx.ts'

import css from './card-brands.module.css'

const wordmark = (text: string, fill: string, size: number, x = 17) => (
  <text
    x={x}
    y={11}
    dy={size * 0.36}
    fill={fill}
    fontSize={size}
    fontWeight={800}
    fontStyle="italic"
    textAnchor="middle"
  >
    {text}
  </text>
)

/** Keys are the brand names that the card form reports. */
const brandMarks: Record<string, { name: string; background: string; mark: ReactNode }> = {
  visa: { name: 'Visa', background: '#ffffff', mark: wordmark('VISA', '#1a1f71', 11) },
  'master-card': {
    name: 'Mastercard',
    background: '#ffffff',
    mark: (
      <>
        <circle cx={13.5} cy={11} r={6} fill="#eb001b" />
        <circle cx={20.5} cy={11} r={6} fill="#f79e1b" />
        <path d="M17 6.13a6 6 0 0 1 0 9.74 6 6 0 0 1 0-9.74Z" fill="#ff5f00" />
      </>
    ),
  },
  'american-express': { name: 'American Express', background: '#016fd0', mark: wordmark('AMEX', '#ffffff', 8.5) },
  discover: {
    name: 'Discover',
    background: '#ffffff',
    mark: (
      <>
        <path d="M34 12v8a2 2 0 0 1-2 2H12c10-1 18-4.500 22-10Z" fill="#f47216" />
        {wordmark('DISCOVER', '#231f20', 5.6)}
      </>
    ),
  },
  jcb: {
    name: 'JCB',
    background: '#ffffff',
    mark: (
      <>
        <rect x={8.5} y={4} width={5} height={14} rx={2} fill="#0e4c96" />
        <rect x={14.5} y={4} width={5} height={14} rx={2} fill="#d8232a" />
        <rect x={20.5} y={4} width={5} height={14} rx={2} fill="#2b8f3e" />
      </>
    ),
  },
}

/** Returns whether there is a picture of the brand. */
export const isBrand = (name: string): boolean => Object.hasOwn(brandMarks, name)

type CardBrandsProps = {
  /** The recognized brand; the others are dimmed. */
  active?: string | undefined
  /** Shows only this brand. */
  only?: string | undefined
}

export const CardBrands = ({ active, only }: CardBrandsProps) => (
  <ul className={css.brands} aria-label={only ? undefined : 'Accepted cards'}>
    {Object.entries(brandMarks).map(([type, { name, background, mark }]) =>
      only && only !== type ? null : (
        <li key={type} className={cx(css.brand, active && active !== type && css.back)}>
          <svg viewBox="0 0 34 22" role="img" aria-label={name}>
            <rect width={34} height={22} rx={2} fill={background} />
            {mark}
          </svg>
        </li>
      ),
    )}
  </ul>
)
