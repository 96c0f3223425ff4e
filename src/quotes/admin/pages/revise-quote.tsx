/** Revises an offer, starting from its current version. */
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

import { getLicenseSchema } from '#licensing/contract.ts'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'

import { getOffer } from '../../staff-contract.ts'
import { findOfferClips } from '../contract.ts'
import { toDraftGroups } from '../draft.ts'
import { OfferBuilder } from '../parts/offer-builder.tsx'
import type { Route } from './+types/revise-quote'

import page from '#ui/admin/detail-page.module.css'

export const meta = ({ params, ...page }: Route.MetaArgs) =>
  pageMeta(page, { title: `Revise ${params.number}`, noindex: true })

export const loader = async (args: Route.LoaderArgs) => {
  const { data: offer } = await callForPage(args, getOffer, { params: { number: args.params.number } })
  const lines = offer.versions[0]?.lines ?? []
  const ids = [...new Set(lines.map(({ clip_id }) => clip_id))]
  const [{ data: schema }, { data: clips }] = await Promise.all([
    callForPage(args, getLicenseSchema, {}),
    callForPage(args, findOfferClips, { query: { ids: ids.join(',') } }),
  ])
  return { offer, lines, clips, schema, today: new Date().toISOString() }
}

export default function ReviseQuote({ loaderData: { offer, lines, clips, schema, today } }: Route.ComponentProps) {
  const { number, kind, workspace, expires_at, note, ein, po_number } = offer
  const unavailableLines = lines.filter(({ clip_id }) => !clips.some(({ id }) => id === clip_id))
  return (
    <article className={page.person}>
      <Link to={`/admin/quotes/${number}`} className={page.back}>
        <ArrowLeft aria-hidden />
        {number}
      </Link>
      <header className={page.head}>
        <h1>Revise {number}</h1>
        <p>{workspace?.name ?? 'By link'}</p>
      </header>
      {unavailableLines.length > 0 && (
        <Banner>
          Removed because they are no longer sold:{' '}
          {unavailableLines.map(({ clip_name }) => `“${clip_name}”`).join(', ')}.
        </Banner>
      )}
      <OfferBuilder
        schema={schema}
        number={number}
        initial={{
          kind,
          workspace,
          groups: toDraftGroups(lines, clips, schema.prices),
          last_day: expires_at > today ? expires_at.slice(0, 10) : '',
          note,
          ein,
          po_number,
        }}
      />
    </article>
  )
}
