/** Names the clips that left the shop, until the user confirms. */
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import type { Board } from '../contract.ts'
import { useDetach } from '../use-boards.ts'

import styles from './unavailable-clips-notice.module.css'

export const UnavailableClipsNotice = ({ board }: { board: Board }) => {
  const detach = useDetach()
  const names = new Intl.ListFormat('en').format(board.gone.map(({ name }) => `“${name}”`))
  return (
    <div className={styles.notice}>
      <Banner
        title={board.gone.length === 1 ? 'A clip left this board' : 'Some clips left this board'}
        action={
          <Button size="sm" onClick={() => detach.mutate({ board, clip_ids: board.gone.map(({ id }) => id) })}>
            OK
          </Button>
        }
      >
        {names} {board.gone.length === 1 ? 'is' : 'are'} no longer in the shop.
      </Banner>
    </div>
  )
}
