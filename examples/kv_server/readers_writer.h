// Readers share, a writer is alone.
#pragma once

#include <mutex>

using ReadersWriterMutex = std::mutex;
using ReadLock = std::unique_lock<ReadersWriterMutex>;
using WriteLock = std::unique_lock<ReadersWriterMutex>;
