import { expect, test } from 'vitest'

import { belowMinimum } from './master-minimum.ts'

const minimum = { side_px: 1_080, seconds: 3, fps: 23 }
const good = { width: 1_920, height: 1_080, duration_ms: 3_000, fps: 23.976 }

test.each([
  [{}, undefined],
  [{ width: 1_080, height: 1_920 }, undefined],
  [{ height: 1_079 }, 'The picture is 1920 × 1079: its shorter side needs at least 1080 pixels.'],
  [{ duration_ms: 2_960 }, 'It lasts 2.96 s: a clip needs at least 3 s.'],
  [{ fps: 15 }, 'It has 15 frames a second: at least 23 are needed.'],
  [
    { width: 640, height: 360, duration_ms: 2_000 },
    'The picture is 640 × 360: its shorter side needs at least 1080 pixels. It lasts 2 s: a clip needs at least 3 s.',
  ],
])('a master with %j', (facts, reason) => {
  expect(belowMinimum({ ...good, ...facts }, minimum)).toBe(reason)
})
