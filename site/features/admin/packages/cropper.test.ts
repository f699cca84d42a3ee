import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropMiddle, isLargeEnough, largestZoom, move, zoomOf, zoomTo } from './cropper.tsx'

test('a cut-out begins as the largest of the middle', () => {
  expect(cropMiddle({ width: 4000, height: 3000 })).toEqual({ left: 0, top: 250, width: 4000, height: 2500 })
  expect(cropMiddle({ width: 4000, height: 1000 })).toEqual({ left: 1200, top: 0, width: 1600, height: 1000 })
})

test('it moves by its own size and stops at the edges', () => {
  const picture = { width: 4000, height: 1000 }
  const crop = cropMiddle(picture)
  expect(move(picture, crop, { x: 0.1, y: 0 })).toMatchObject({ left: 1360, top: 0 })
  expect(move(picture, crop, { x: 9, y: 9 })).toMatchObject({ left: 2400, top: 0 })
})

test('zooming keeps the middle and ends where the picture would be enlarged', () => {
  const picture = { width: 2560, height: 1600 }
  const near = zoomTo(picture, cropMiddle(picture), 99)
  expect(near).toEqual({ left: 640, top: 400, width: 1280, height: 800 })
  expect(zoomOf(picture, near)).toBe(largestZoom(picture))
})

test('whatever is done, the API accepts the cut-out: inside, large enough, of the shape of a card', () => {
  const side = fc.integer({ min: 1, max: 9000 })
  const steps = fc.array(
    fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: 0.1, max: 9, noNaN: true })),
  )
  fc.assert(
    fc.property(side, side, steps, (width, height, all) => {
      const picture = { width, height }
      fc.pre(isLargeEnough(picture))
      let crop = cropMiddle(picture)
      for (const [by, zoom] of all) crop = zoomTo(picture, move(picture, crop, { x: by, y: -by }), zoom)
      expect(crop.left).toBeGreaterThanOrEqual(0)
      expect(crop.top).toBeGreaterThanOrEqual(0)
      expect(crop.left + crop.width).toBeLessThanOrEqual(width)
      expect(crop.top + crop.height).toBeLessThanOrEqual(height)
      expect(crop.width).toBeGreaterThanOrEqual(1280)
      expect(crop.height).toBeGreaterThanOrEqual(800)
      expect(Math.abs((crop.width * 800) / (crop.height * 1280) - 1)).toBeLessThan(0.01)
    }),
  )
})
