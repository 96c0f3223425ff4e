/** The ways to the first footage, and how much of it there is. */
import { Link } from 'react-router'

import { callForPage, pageMeta } from '#platform/http/page.ts'
import { Banner } from '#ui/banner.tsx'
import { ButtonLink } from '#ui/button.tsx'

import { getSetupFootage } from '../contract.ts'
import { NextStep } from '../next-step.tsx'
import { SetupHead } from '../setup-head.tsx'
import type { Route } from './+types/footage'

import step from '../setup-step.module.css'
import css from './footage.module.css'

export const meta = (page: Route.MetaArgs) => pageMeta(page, { title: 'First footage', noindex: true })

export const loader = async (args: Route.LoaderArgs) => (await callForPage(args, getSetupFootage, {})).data

const clipCount = (count: number) => (count === 1 ? '1 clip' : `${count.toLocaleString('en-US')} clips`)

export default function FootageStep({ loaderData: { published, in_review } }: Route.ComponentProps) {
  return (
    <>
      <SetupHead
        title="Add your first footage"
        lead="One published clip is enough to open. Clips are checked and get their previews first, then an editor publishes them."
      />
      {published > 0 && (
        <Banner kind="success" title={`${clipCount(published)} published`}>
          Visitors find them as soon as the shop is open.
        </Banner>
      )}
      {in_review > 0 && (
        <Banner
          title={`${clipCount(in_review)} in review`}
          action={
            <Link className={css.review} to="/admin/catalog?state=in_review">
              Review
            </Link>
          }
        >
          Publish them in the catalog.
        </Banner>
      )}
      <div className={css.ways}>
        <section aria-labelledby="browser">
          <h2 id="browser">In the browser</h2>
          <p>For some files, up to a day’s shoot. Choose the filmmaker, then drop the files or their folder.</p>
          <ButtonLink to="/admin/ingest" size="lg">
            Upload footage
          </ButtonLink>
        </section>
        <section aria-labelledby="folder">
          <h2 id="folder">From a folder on the server</h2>
          <p>
            For a whole library. Without a manifest, a file’s folder names its shoot, and the folder above its
            filmmaker.
          </p>
          <pre className="mono">npm run ingest -- footage/</pre>
          <p>With systemd or containers, see “How to run the commands” in docs/running.md.</p>
        </section>
      </div>
      <div className={step.end}>
        <NextStep after="footage" />
      </div>
    </>
  )
}
