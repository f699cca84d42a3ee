-- Arguments: a connection's pause before each request, in ms; then a method, a path and a body (or "") for each request.
-- They are sent in turn. Prints how many got a 503, a 503 without Retry-After, and another error status.
local requests, nth, pauseMs = {}, 0, 0
local threads = {}
refused, unannounced, failed = 0, 0, 0

function setup(thread) table.insert(threads, thread) end

function init(args)
  pauseMs = tonumber(args[1])
  for i = 2, #args, 3 do
    local body = args[i + 2] ~= "" and args[i + 2] or nil
    table.insert(requests, wrk.format(args[i], args[i + 1], nil, body))
  end
end

function request()
  nth = nth % #requests + 1
  return requests[nth]
end

function delay()
  return pauseMs
end

function response(status, headers)
  if status == 503 then
    refused = refused + 1
    if not (headers["Retry-After"] or headers["retry-after"]) then unannounced = unannounced + 1 end
  elseif status >= 300 then
    failed = failed + 1
  end
end

function done(summary)
  for _, thread in ipairs(threads) do
    print(string.format("Flood: %d %d %d", thread:get("refused"), thread:get("unannounced"), thread:get("failed")))
  end
end
