/** The 404 page: the red slate that editing software shows for a missing file, over a clip that leads back to footage. */
import { getClip } from '#catalog/contract.ts'
import { selectReelShots } from '#catalog/reel-shots.ts'
import { Reel, type ReelShot } from '#catalog/reel.tsx'
import { useCall } from '#platform/http/query.ts'
import { useCompany } from '#platform/settings/company-context.ts'
import { ButtonLink } from '#ui/button.tsx'

import { notFoundClipInput } from './not-found-clip.ts'

import css from './not-found-page.module.css'

/** `shot`: the clip, if the server has already loaded it. */
export const NotFoundPage = ({ shot }: { shot?: ReelShot | undefined }) => {
  const company = useCompany()
  const { data } = useCall(getClip, notFoundClipInput(company), {
    enabled: !shot && company.not_found_clip_id !== null,
  })
  const shots = shot ? [shot] : data ? selectReelShots([data.data], { byline: true }) : []
  return (
    <Reel shots={shots} className={css.screen}>
      <div className={css.words}>
        <p className="mono">error 404</p>
        <p className={css.slate}>Media offline</p>
        <h1>The page you are looking for can’t be found...</h1>
        <ButtonLink to="/clips" kind="primary" size="lg">
          Back to Browse
        </ButtonLink>
      </div>
    </Reel>
  )
}
