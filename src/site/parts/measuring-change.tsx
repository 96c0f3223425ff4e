/** In the privacy policy: a choice about measuring can be made again. */
import { Button } from '#ui/button.tsx'

import { keepChoice } from '../measuring.ts'

/** The page is loaded anew, because a container that runs cannot be taken back otherwise. */
const choose = (choice: 'yes' | 'no') => {
  keepChoice(choice)
  location.reload()
}

export const MeasuringChange = () => (
  <p>
    <Button size="sm" onClick={() => choose('no')}>
      Do not measure my visits
    </Button>{' '}
    <Button size="sm" onClick={() => choose('yes')}>
      Measure my visits
    </Button>
  </p>
)
