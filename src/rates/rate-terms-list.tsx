import type { ReactNode } from 'react'

import { advertisingLabels, formatTerm, formatTerritory } from '#licensing/rate.ts'
import { orgTypes, peopleOf } from '#licensing/terms.ts'
import { Money } from '#ui/money.tsx'

import type { RateSummary } from './contract.ts'

import css from './rate-terms-list.module.css'

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

const RateTerm = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The price, end client and terms of a preferred rate. */
export const RateTermsList = ({ rate, level = 3 }: { rate: RateSummary; level?: 2 | 3 }) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { distribution_groups: groups } = rate
  return (
    <div className={css.facts}>
      <dl className={css.list}>
        <RateTerm label="Price per clip">
          <Money cents={rate.price.unformatted} />
          <span className={css.soft}> RAW files add their surcharge</span>
        </RateTerm>
        <RateTerm label="End client name">{rate.end_client_name ?? 'N/A'}</RateTerm>
        <RateTerm label="End client size">{peopleOf(rate.end_client_size)}</RateTerm>
        <RateTerm label="End client type">{orgTypes[rate.end_client_type].name}</RateTerm>
      </dl>
      {groups.map(group => (
        <section key={group.id}>
          <Heading className={css.heading}>
            {groups.length === 1 ? 'Distributions' : `Distribution group ${group.id}`}
          </Heading>
          <dl className={css.list}>
            <RateTerm label="Distributions">{listFormat.format(group.distributions.map(({ name }) => name))}</RateTerm>
            <RateTerm label="Term length">{formatTerm(group)}</RateTerm>
            <RateTerm label="Territory">
              {formatTerritory({ ...group, territory_name: group.territory_name ?? '' })}
            </RateTerm>
            <RateTerm label="Advertising">{advertisingLabels[group.advertising]}</RateTerm>
          </dl>
        </section>
      ))}
      <section>
        <Heading className={css.heading}>Usage details</Heading>
        <p className={css.usage}>{rate.usage_details ?? 'N/A'}</p>
      </section>
    </div>
  )
}
