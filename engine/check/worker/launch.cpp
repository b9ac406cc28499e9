#include "check/worker/launch.h"

namespace revisit {

using instrument::Image;

Result<Image> openInstrumented(const std::string& path) {
  Result<Image> image = Image::open(path);
  if (image && !image->isInstrumented())
    return Error{ErrorCode::NotInstrumented, path,
                 "not instrumented: build it with revisit-cc or revisit-c++ (CC=revisit-cc CXX=revisit-c++)"};
  return image;
}

Result<std::unique_ptr<NativeOracle>> launchOracle(ExpressionPool& pool, const Image& image, const std::string& program,
                                                   const std::vector<std::string>& arguments, NativeOptions options,
                                                   bool followsValues) {
  options.unseenObjects = image.foreignObjects();
  options.tellsThreadsApart = image.tellsThreadsApart();
  options.walksEnvironment = image.walksEnvironment();
  options.allocationNotes = image.allocationNotes();
  if (!image.usesInputs() && !followsValues)
    return NativeOracle::create(pool, program, arguments, options);
  std::vector<std::string> bitcode;
  for (const instrument::ImageModule& module : image.modules())
    bitcode.emplace_back(module.bitcode);
  Result<std::unique_ptr<PathInterpreter>> interpreter = PathInterpreter::create(pool, std::move(bitcode));
  if (!interpreter)
    return interpreter.error();
  return NativeOracle::create(pool, program, arguments, options, std::move(*interpreter));
}

Status restoreFrom(const Witness& witness, NativeOracle& oracle) {
  std::vector<std::vector<unsigned>> paths;
  for (const WitnessThread& thread : witness.threads)
    paths.push_back(thread.path);
  std::vector<RevisitRange> shared;
  for (const WitnessRange& range : witness.shared)
    shared.push_back({range.address, range.address + range.size, range.mortal ? 1u : 0u});
  std::vector<RevisitObject> objects;
  for (const WitnessMortal& object : witness.mortalObjects)
    objects.push_back({object.address, static_cast<std::uint64_t>(object.destruction)});
  return oracle.restore(paths, shared, objects);
}

} // namespace revisit
