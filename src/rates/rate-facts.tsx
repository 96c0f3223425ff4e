import type { ReactNode } from 'react'

import { orgTypes, peopleOf } from '#licensing/terms.ts'
import { Money } from '#ui/money.tsx'

import type { ShownRate } from './contract.ts'
import { advertisingLabels, termLabel, territoryLabel } from './rate.ts'

import css from './rate-facts.module.css'

const inWords = new Intl.ListFormat('en', { type: 'conjunction' })

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Everything that a preferred rate says: whom it is for, and what it allows. */
export const RateFacts = ({ rate, level = 3 }: { rate: ShownRate; level?: 2 | 3 }) => {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { distribution_groups: groups } = rate
  return (
    <div className={css.facts}>
      <dl className={css.list}>
        <Fact label="Price per clip">
          <Money cents={rate.price.unformatted} />
          <span className={css.soft}> RAW files cost their surcharge more</span>
        </Fact>
        <Fact label="End client name">{rate.end_client_name ?? 'N/A'}</Fact>
        <Fact label="End client size">{peopleOf(rate.end_client_size)}</Fact>
        <Fact label="End client type">{orgTypes[rate.end_client_type].name}</Fact>
      </dl>
      {groups.map(group => (
        <section key={group.id}>
          <Heading className={css.heading}>
            {groups.length === 1 ? 'Distributions' : `Distribution group ${group.id}`}
          </Heading>
          <dl className={css.list}>
            <Fact label="Distributions">{inWords.format(group.distributions.map(({ name }) => name))}</Fact>
            <Fact label="Term length">{termLabel(group)}</Fact>
            <Fact label="Territory">{territoryLabel({ ...group, territory_name: group.territory_name ?? '' })}</Fact>
            <Fact label="Advertising">{advertisingLabels[group.advertising]}</Fact>
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
