import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createDescriptorGenerator } from '../../../testing/visual-descriptors.ts'
import { findCell, listNearestCells, isCentroid, createCentroidMap, NO_CELL } from './cells.ts'
import { packDescriptor } from './descriptor.ts'
import { distanceOf, measureDistance } from './distance.ts'

const descriptorFactory = createDescriptorGenerator(7)
const descriptors = Array.from({ length: 400 }, () =>
  packDescriptor({ ...descriptorFactory.clip(descriptorFactory.shoot()) }),
)
const centroidMap = createCentroidMap(descriptors.map((descriptor, i) => ({ id: i + 1, descriptor: descriptor })))

test('without centroids every descriptor is in the same cell', () => {
  expect(findCell(createCentroidMap([]), descriptors[0]!)).toBe(NO_CELL)
  expect(listNearestCells(createCentroidMap([]), descriptors[0]!, 10)).toEqual([NO_CELL])
})

test('a centroid is in its own cell, which is searched first', () => {
  for (const [i, descriptor] of descriptors.entries()) {
    expect(findCell(centroidMap, descriptor)).toBe(i + 1)
    expect(listNearestCells(centroidMap, descriptor, 5)[0]).toBe(i + 1)
  }
})

test('a descriptor is in the cell that is searched first, and each cell is searched once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), seed => {
      const otherFactory = createDescriptorGenerator(seed)
      const descriptor = packDescriptor(otherFactory.clip(otherFactory.shoot()))
      const order = listNearestCells(centroidMap, descriptor, 400)
      expect(order[0]).toBe(findCell(centroidMap, descriptor))
      expect(new Set(order)).toEqual(new Set([...centroidMap.ids, NO_CELL]))
    }),
    { numRuns: 30 },
  )
})

test('cells that are searched first are nearer than cells that are searched last', () => {
  const meanDistance = (ids: number[], from: Uint8Array) =>
    ids.reduce((sum, id) => sum + distanceOf(measureDistance(from, descriptors[id - 1]!)), 0) / ids.length
  for (const descriptor of descriptors.slice(0, 20)) {
    const order = listNearestCells(centroidMap, descriptor, 400).filter(id => id !== NO_CELL)
    expect(meanDistance(order.slice(0, 40), descriptor)).toBeLessThan(meanDistance(order.slice(-40), descriptor))
  }
})

test('about one clip in 128 becomes a centroid', () => {
  const centroids = Array.from({ length: 128_000 }, (_, i) => i + 1).filter(isCentroid)
  expect(centroids.length).toBeGreaterThan(900)
  expect(centroids.length).toBeLessThan(1_100)
})
