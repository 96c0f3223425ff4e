/** Not found: the words stand over a clip of somebody's, so that even this page leads somewhere. */
import { getClip } from '#catalog/contract.ts'
import { reelShots } from '#catalog/reel-shots.ts'
import { Reel, type Shot } from '#catalog/reel.tsx'
import { useCall } from '#platform/query.ts'
import { ButtonLink } from '#ui/button.tsx'

import { lostClip } from './lost-clip.ts'

import css from './lost-page.module.css'

/** `shot`: the clip, when the server has asked for it already. */
export const LostPage = ({ shot }: { shot?: Shot | undefined }) => {
  const { data } = useCall(getClip, lostClip, { enabled: !shot })
  const shots = shot ? [shot] : data ? reelShots([data.data], { byline: true }) : []
  return (
    <Reel shots={shots} className={css.screen}>
      <div className={css.words}>
        <p className="mono">error 404</p>
        <h1>The page you are looking for can’t be found...</h1>
        <ButtonLink to="/clips" kind="primary" size="lg">
          Back to Browse
        </ButtonLink>
      </div>
    </Reel>
  )
}
