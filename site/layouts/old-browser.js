// Shows a notice in browsers older than package.json's browserslist, and stops them from placing an order that they could not pay.
// Uses the syntax of 2009, because it runs in those browsers.
;(function () {
  var hasRegexp = true
  try {
    new RegExp('(?<=a)b')
  } catch (_) {
    hasRegexp = false
  }
  if (hasRegexp && 'inert' in HTMLElement.prototype && [].findLast && Object.hasOwn && window.structuredClone)
    return
  var say = function () {
    var notice = document.getElementById('old-browser')
    if (notice) notice.removeAttribute('hidden')
  }
  var isOfSale = function (node) {
    while (node && node.nodeName !== 'BUTTON') node = node.parentNode
    return node && node.textContent.indexOf('Buy Now') >= 0
  }
  document.addEventListener(
    'click',
    function (event) {
      if (!isOfSale(event.target)) return
      event.stopImmediatePropagation()
      event.preventDefault()
      say()
    },
    true,
  )
  document.addEventListener('DOMContentLoaded', function () {
    var islands = [].slice.call(document.querySelectorAll('astro-island[client=only]'))
    islands.forEach(function (island) {
      island.parentNode.removeChild(island)
    })
    if (islands.length > 0) say()
  })
})()
