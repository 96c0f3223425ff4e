/** Says which clips left the shop, until it has been seen. */
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

import type { Board } from '../contract.ts'
import { useDetach } from '../use-boards.ts'

import styles from './gone-notice.module.css'

export const GoneNotice = ({ board }: { board: Board }) => {
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
