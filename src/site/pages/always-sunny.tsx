/** A campaign page with footage of the sun: no header, no footer, one link to the search. */
import { Link } from 'react-router'

import { listClips } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel } from '#catalog/reel.tsx'
import { callForPage, pageMeta } from '#platform/http/page.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Wordmark } from '#ui/wordmark.tsx'

import type { Route } from './+types/always-sunny'

import css from './always-sunny.module.css'

export const handle = { header: false, footer: false }

const SEARCH_TEXT = 'sun'

export const loader = async (args: Route.LoaderArgs) => {
  const { data, meta } = await callForPage(args, listClips, { query: { q: SEARCH_TEXT, per_page: '24' } })
  return { shots: selectReelShots(data, { byline: true }), count: meta.pagination.total }
}

export const meta = ({ loaderData, ...page }: Route.MetaArgs) =>
  pageMeta(page, {
    title: 'Always sunny',
    description: 'Sun on water, sun on stone, sun through dust: footage for the days when it rains on your shoot.',
    image: loaderData?.shots[0]?.thumbs.find(({ type }) => type === 'image/jpeg'),
  })

export default function AlwaysSunny({ loaderData: { shots, count } }: Route.ComponentProps) {
  const company = useCompany()
  return (
    <Reel shots={shots} className={css.screen}>
      <Link to="/" className={css.home} aria-label={`${company.name}, home`}>
        <Wordmark />
      </Link>
      <div className={css.words}>
        <h1>It’s always sunny somewhere.</h1>
        <p>Rained off? Somebody else’s day went better, and you can license it.</p>
        <ButtonLink to={count > 0 ? `/clips?q=${SEARCH_TEXT}` : '/clips'} kind="primary" size="xl">
          {count > 1 ? `See ${count.toLocaleString('en-US')} sunny clips` : 'See the footage'}
        </ButtonLink>
      </div>
    </Reel>
  )
}
